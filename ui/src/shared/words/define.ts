/**
 * The words of one area, both languages side by side. German must have every key that English has.
 */
export function words<const En extends Record<string, string>>(en: En, de: Record<keyof En, string>) {
  return { en, de };
}
