// A list whose cursor comes back for ever.
import { object, serve, text } from "./stdio.mjs";

serve({
  list: () => ({ tools: [{ name: "one", inputSchema: object }], nextCursor: "again" }),
  call: () => text("never"),
});
