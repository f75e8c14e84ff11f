import { useCallback, useEffect, useRef, useState } from "react";
import { type MailOrder, type MailVariables, sparseVariables } from "../mail";
import { type PreviewRequest, type Rendering, stopped, toRendering } from "../preview/messages";
import { readMessage } from "../preview/read-message";

/** Milliseconds after the last key. */
const pause = 300;
/** The page ends what takes five seconds by itself; who does not answer then is stuck as a whole. */
const answersWithin = 15_000;
const loadsWithin = 20_000;
/** Its script runs before the page counts as loaded. */
const beginsWithin = 3_000;

/**
 * - blank: there is nothing to render
 * - loading: the page is not there yet, or shows nothing yet
 * - shown: what is in the frame is a mail; an older one where its template has errors
 * - unseen: nothing could be rendered so far
 * - failed: the page does not begin
 */
type PreviewState = "blank" | "loading" | "shown" | "unseen" | "failed";

/**
 * Has the templates rendered in the preview's own page, a moment after they were typed. A page that
 * does not answer is taken down and begun anew, without what it was stuck on.
 */
export function usePreview(subject: string, mjml: string, variables: MailVariables) {
  const frame = useRef<HTMLIFrameElement>(null);
  /** Names the page: another one begins anew. */
  const [attempt, setAttempt] = useState(0);
  const [phase, setPhase] = useState<"loading" | "ready" | "failed">("loading");
  const [isLoaded, setIsLoaded] = useState(false);
  const [answer, setAnswer] = useState<Rendering>();
  /** What is seen, which may be older than the answer. */
  const [shownSubject, setShownSubject] = useState<string>();
  const [isShown, setIsShown] = useState(false);
  const asked = useRef(0);
  const watch = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stuckOn = useRef<string>(undefined);
  const isBlank = mjml.trim() === "";

  const beginAnew = useCallback(() => {
    clearTimeout(watch.current);
    setPhase("loading");
    setIsLoaded(false);
    setIsShown(false);
    setAttempt((before) => before + 1);
  }, []);

  useEffect(() => {
    function hear({ source, data }: MessageEvent) {
      if (!source || source !== frame.current?.contentWindow) return;
      const message = readMessage(data);
      if (message?.kind === "ready") setPhase("ready");
      // What was asked before is answered by what was asked since.
      if (message?.kind !== "rendered" || message.id !== asked.current) return;
      clearTimeout(watch.current);
      setAnswer(message);
      if (message.subject !== null) setShownSubject(message.subject);
      if (message.isShown) setIsShown(true);
    }
    window.addEventListener("message", hear);
    return () => {
      clearTimeout(watch.current);
      window.removeEventListener("message", hear);
    };
  }, []);

  useEffect(() => {
    if (phase !== "loading") return;
    const timer = setTimeout(() => setPhase("failed"), isLoaded ? beginsWithin : loadsWithin);
    return () => clearTimeout(timer);
  }, [phase, isLoaded]);

  useEffect(() => {
    if (phase !== "ready" || isBlank) return;
    const mail: MailOrder = { subject, mjml, variables };
    const name = JSON.stringify(mail);
    if (name === stuckOn.current) return;
    const timer = setTimeout(
      () => {
        const id = ++asked.current;
        const request: PreviewRequest = { id, mail, sparse: sparseVariables(variables) };
        // It has no origin to be addressed by; only our own page ever stands in this frame.
        frame.current?.contentWindow?.postMessage(request, "*");
        clearTimeout(watch.current);
        watch.current = setTimeout(() => {
          stuckOn.current = name;
          setAnswer(toRendering(id, stopped));
          beginAnew();
        }, answersWithin);
      },
      asked.current === 0 ? 0 : pause,
    );
    return () => clearTimeout(timer);
  }, [phase, isBlank, subject, mjml, variables, beginAnew]);

  return {
    frame,
    attempt,
    state: stateOf(),
    /** The last that there was. */
    subject: isBlank ? undefined : shownSubject,
    errors: isBlank ? [] : (answer?.errors ?? []),
    sparseErrors: isBlank ? [] : (answer?.sparseErrors ?? []),
    badLines: isBlank
      ? []
      : [...(answer?.errors ?? []), ...(answer?.sparseErrors ?? [])].flatMap(({ part, line }) =>
          part === "body" && line !== null ? line : [],
        ),
    onLoad: () => setIsLoaded(true),
    retry: beginAnew,
  };

  function stateOf(): PreviewState {
    if (phase === "failed") return "failed";
    if (isBlank) return "blank";
    if (isShown) return "shown";
    return phase === "ready" && answer ? "unseen" : "loading";
  }
}

export type Preview = ReturnType<typeof usePreview>;
