// One name twice, with different schemas.
import { object, serve, text } from "./stdio.mjs";

serve({
  list: () => ({
    tools: [
      { name: "lookup", description: "the first", inputSchema: object },
      { name: "lookup", description: "the second", inputSchema: { ...object, required: ["x"] } },
    ],
  }),
  call: ({ name }) => text(`${name} answered`),
});
