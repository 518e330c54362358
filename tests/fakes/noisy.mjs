// Writes to standard output what is no message, before the first one and between others.
import { object, serve, text } from "./stdio.mjs";

process.stdout.write("Starting…\n🚀 ready\n{ not json }\n");
serve({
  list: () => {
    process.stdout.write("listing tools\n");
    return { tools: ["one", "two"].map((name) => ({ name, inputSchema: object })) };
  },
  call: ({ name }) => {
    process.stdout.write("calling ");
    process.stdout.write("\n");
    return text(`${name} answered`);
  },
});
