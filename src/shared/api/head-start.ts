/** An answer whose body has been read: reading takes turns of its own, in which much else comes first. */
export type Answered = { readonly response: Response; readonly text: string };

/** What was asked for with a token before the console's own code was here, by address. */
export type HeadStart = {
  readonly token: string;
  readonly answers: Map<string, Promise<Answered>>;
  /** What the console has asked for meanwhile, which need not be asked for ahead any more. */
  readonly wanted: Set<string>;
};

declare global {
  interface Window {
    /** Null as soon as it is too late for one. */
    headStart?: HeadStart | null;
  }
}

/** In milliseconds since the page was opened: what nobody has asked for by then may be old. */
const longest = 30_000;

export const headStart = {
  /** The answer that is on its way already; each is given once, and to who asks with its token. */
  take(address: string, token: string | undefined): Promise<Answered> | undefined {
    window.headStart ??= null;
    const begun = window.headStart;
    if (!begun || token !== begun.token || performance.now() > longest) return undefined;
    begun.wanted.add(address);
    const answer = begun.answers.get(address);
    begun.answers.delete(address);
    return answer;
  },
  /**
   * What nobody has taken is of the past: after a command, in another session, and when the first
   * screen has all that it shows or is long in coming.
   */
  drop() {
    window.headStart = null;
  },
};
