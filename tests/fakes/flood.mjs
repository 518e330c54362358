// Writes line after line that is no message, and never stops by itself.
const junk = () => {
  while (process.stdout.write("no message, but a line of some length that says nothing\n"));
};
process.stdout.on("drain", junk);
process.stdout.on("error", () => {});
setInterval(() => {}, 1000);
junk();
