// Two good tools among some that are hardly tools: no schema, a schema that is no object, a number for a name.
import { object, serve, text } from "./stdio.mjs";

serve({
  list: () => ({
    tools: [
      { name: "one", inputSchema: object },
      { name: "bare" },
      { name: "all", inputSchema: true },
      { name: 7, inputSchema: object },
      { name: "odd", inputSchema: object, annotations: "yes" },
      { name: "two", description: "the last", inputSchema: object },
    ],
  }),
  call: ({ name }) => text(`${name} answered`),
});
