import userEvent, { type UserEvent } from '@testing-library/user-event'

/**
 * Makes `type` cheaper: the first letter of a text is typed and the rest pasted, because every letter renders the page again. A field
 * that loses the focus or is replaced when a letter arrives still loses the rest. Texts with keys, such as `{Enter}`, are typed.
 */
export function makeTypingCheap(): void {
  const { setup } = userEvent
  const directApi: Pick<UserEvent, 'type' | 'paste'> = { type: userEvent.type, paste: userEvent.paste }
  userEvent.type = createCheapType(directApi)
  userEvent.setup = options => {
    const user = setup(options)
    return Object.assign(user, { type: createCheapType({ type: user.type, paste: user.paste }) })
  }
}

const createCheapType =
  ({ type, paste }: Pick<UserEvent, 'type' | 'paste'>): UserEvent['type'] =>
  async (element, text, options) => {
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    if (!isField || options || text.length < 3 || /[{[\]}\n]/.test(text)) return type(element, text, options)
    await type(element, text.slice(0, 1))
    await paste(text.slice(1))
  }
