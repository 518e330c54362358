// 101 tools on three pages.
import { object, serve, text } from "./stdio.mjs";

const tools = Array.from({ length: 101 }, (_, index) => ({
  name: `tool_${String(index + 1).padStart(3, "0")}`,
  description: `Tool ${index + 1}`,
  inputSchema: object,
}));

serve({
  list({ cursor }) {
    const from = Number(cursor ?? 0);
    const next = from + 50 < tools.length ? { nextCursor: String(from + 50) } : {};
    return { tools: tools.slice(from, from + 50), ...next };
  },
  call: ({ name }) => text(`${name} was called`),
});
