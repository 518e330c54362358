// Ends itself when `die` is called.
import { object, serve, text } from "./stdio.mjs";

serve({
  list: () => ({ tools: ["die", "live"].map((name) => ({ name, inputSchema: object })) }),
  call: ({ name }) => {
    if (name === "die") process.exit(7);
    return text("alive");
  },
});
