// Answers with 4 MB of text, or with 60 MB.
import { object, serve, text } from "./stdio.mjs";

serve({
  list: () => ({ tools: ["much", "all"].map((name) => ({ name, inputSchema: object })) }),
  call: ({ name }) => text("x".repeat((name === "all" ? 60 : 4) * 1024 * 1024)),
});
