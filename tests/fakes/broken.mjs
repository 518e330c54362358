// Three good tools, two whose input schema is no object's, one whose name is outside the rule.
import { object, serve, text } from "./stdio.mjs";

serve({
  list: () => ({
    tools: [
      { name: "one", inputSchema: object },
      { name: "calendar.send", inputSchema: object },
      { name: "any", inputSchema: { anyOf: [object, { type: "string" }] } },
      { name: "three", inputSchema: object },
      { name: "text", inputSchema: { type: "string" } },
      { name: "basic/music", inputSchema: object },
    ],
  }),
  call: ({ name }) => text(`${name} answered`),
});
