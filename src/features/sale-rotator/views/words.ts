/** '1 removal', '9 removals' */
export const countOf = (count: number, noun: string) =>
  `${count} ${count === 1 ? noun : `${noun}s`}`;
