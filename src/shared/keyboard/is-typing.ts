/** Returns true if a key pressed there is meant for a text field or a choice. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(?:checkbox|radio|button)$/.test(target.type));
