import { useCallback, useEffect, useRef, useState } from "react";
import {
  fullVariables,
  type MailOrder,
  type MailVariables,
  sizeWarning,
  sparseVariables,
} from "../mail";
import { type PreviewRequest, type Rendering, stopped, toRendering } from "../preview/messages";
import { readMessage } from "../preview/read-message";

/** Milliseconds between the last key press and the rendering. */
const pause = 300;
/**
 * Milliseconds until the page counts as stuck. It stops a template by itself, after two attempts that
 * take up to 30 seconds together.
 */
const answersWithin = 60_000;
/** Milliseconds until the page counts as broken, by how far it has come. */
const startsWithin = {
  loading: 30_000,
  /** Short, because a page runs its script before its `load` event. */
  loaded: 3_000,
  /** Long, because a busy machine takes its time to start the page's worker. */
  started: 30_000,
};
/** How many times a broken page is loaded again before the operator has to ask for it. */
const retries = 2;
/** Milliseconds of work after which the preview says that it is still working. */
const saysWithin = 2_000;

/**
 * - blank: there is nothing to render
 * - loading: the page has not started yet, or shows nothing yet
 * - shown: the frame shows a mail; an older one if the current template has errors
 * - unseen: nothing could be rendered so far
 * - failed: the page did not start
 */
type PreviewState = "blank" | "loading" | "shown" | "unseen" | "failed";

/**
 * Renders the templates in the preview's own page, shortly after they were typed. A page that does
 * not answer is replaced by a new one, and the mail it was stuck on is not sent to it again.
 */
export function usePreview(
  subject: string,
  mjml: string,
  variables: MailVariables,
  /** The most products of a mail. */
  products: number,
) {
  const frame = useRef<HTMLIFrameElement>(null);
  /** The key of the frame: a new key loads the page again. */
  const [attempt, setAttempt] = useState(0);
  const [phase, setPhase] = useState<keyof typeof startsWithin | "ready" | "failed">("loading");
  const [retriesLeft, setRetriesLeft] = useState(retries);
  const [isRendering, setIsRendering] = useState(false);
  const [isSlow, setIsSlow] = useState(false);
  const [answer, setAnswer] = useState<Rendering>();
  /** The subject on the screen, which may be older than the answer. */
  const [shownSubject, setShownSubject] = useState<string>();
  const [isShown, setIsShown] = useState(false);
  const asked = useRef(0);
  const watch = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stuckOn = useRef<string>(undefined);
  const isBlank = mjml.trim() === "";

  const restart = useCallback(() => {
    clearTimeout(watch.current);
    setPhase("loading");
    setIsRendering(false);
    setIsShown(false);
    setAttempt((before) => before + 1);
  }, []);

  useEffect(() => {
    function onMessage({ source, data }: MessageEvent) {
      if (!source || source !== frame.current?.contentWindow) return;
      const message = readMessage(data);
      if (message?.kind === "started") setPhase("started");
      if (message?.kind === "ready") {
        setPhase("ready");
        setRetriesLeft(retries);
      }
      // Ignore the answer to an older request: a newer one has replaced it.
      if (message?.kind !== "rendered" || message.id !== asked.current) return;
      clearTimeout(watch.current);
      setIsRendering(false);
      setAnswer(message);
      if (message.subject !== null) setShownSubject(message.subject);
      if (message.isShown) setIsShown(true);
    }
    window.addEventListener("message", onMessage);
    return () => {
      clearTimeout(watch.current);
      window.removeEventListener("message", onMessage);
    };
  }, []);

  useEffect(() => {
    if (phase === "ready" || phase === "failed") return;
    const timer = setTimeout(() => {
      if (retriesLeft === 0) return setPhase("failed");
      setRetriesLeft(retriesLeft - 1);
      restart();
    }, startsWithin[phase]);
    return () => clearTimeout(timer);
  }, [phase, retriesLeft, restart]);

  const isWorking = !isBlank && phase !== "failed" && (phase !== "ready" || isRendering);
  useEffect(() => {
    if (!isWorking) return;
    const timer = setTimeout(() => setIsSlow(true), saysWithin);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isWorking]);

  useEffect(() => {
    if (phase !== "ready" || isBlank) return;
    const mail: MailOrder = { subject, mjml, variables };
    const name = JSON.stringify(mail);
    if (name === stuckOn.current) return;
    const timer = setTimeout(
      () => {
        const id = ++asked.current;
        const sparse = sparseVariables(variables);
        const full = fullVariables(variables, products);
        const request: PreviewRequest = { id, mail, sparse, full };
        // The page has no origin to post to; this frame never holds any page but ours.
        frame.current?.contentWindow?.postMessage(request, "*");
        setIsRendering(true);
        clearTimeout(watch.current);
        watch.current = setTimeout(() => {
          stuckOn.current = name;
          setAnswer(toRendering(id, stopped));
          restart();
        }, answersWithin);
      },
      asked.current === 0 ? 0 : pause,
    );
    return () => clearTimeout(timer);
  }, [phase, isBlank, subject, mjml, variables, products, restart]);

  const current: Partial<Rendering> = (isBlank ? undefined : answer) ?? {};
  const { errors = [], removed = [], sparseErrors = [] } = current;
  return {
    frame,
    attempt,
    state: stateOf(),
    /** The last subject that was rendered. */
    subject: isBlank ? undefined : shownSubject,
    ...{ errors, removed, sparseErrors },
    /** Says that the mail is too large. */
    sizeWarning: isBlank || !answer ? undefined : sizeWarning({ ...answer, products }),
    badLines: [...errors, ...removed, ...sparseErrors].flatMap(({ part, line }) =>
      part === "body" && line !== null ? line : [],
    ),
    /** True if the work has taken long enough to say so. */
    isSlow,
    onLoad: () => setPhase((before) => (before === "loading" ? "loaded" : before)),
    retry: () => {
      setRetriesLeft(retries);
      restart();
    },
  };

  function stateOf(): PreviewState {
    if (phase === "failed") return "failed";
    if (isBlank) return "blank";
    if (isShown) return "shown";
    return phase === "ready" && answer ? "unseen" : "loading";
  }
}

export type Preview = ReturnType<typeof usePreview>;
