/** Collects what is pushed and hands it on in one piece, at most once a frame. */
export function eachFrame<Item>(hand: (items: Item[]) => void) {
  let waiting: Item[] = [];
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const run = () => {
    stop();
    const items = waiting;
    waiting = [];
    if (items.length > 0) hand(items);
  };
  const stop = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = undefined;
    timer = undefined;
  };
  return {
    push(item: Item) {
      waiting.push(item);
      if (timer !== undefined) return;
      frame = requestAnimationFrame(run);
      // A hidden window draws no frames and must not collect for ever.
      timer = setTimeout(run, 200);
    },
    stop,
  };
}
