import userEvent, { type UserEvent } from '@testing-library/user-event'

// Read once, because each test file calls the function below.
const { setup, type, paste } = userEvent

/**
 * Makes `type` cheaper: the first letter of a text is typed and the rest pasted, because every letter renders the page again. A field
 * that loses the focus or is replaced when a letter arrives still loses the rest. Texts with keys, such as `{Enter}`, are typed.
 */
export function makeTypingCheap(): void {
  const setupCheaply: typeof setup = options => {
    const user = setup(options)
    return { ...user, type: createCheapType(user) }
  }
  Object.assign(userEvent, { setup: setupCheaply, type: createCheapType({ type, paste }) })
}

const createCheapType =
  (user: Pick<UserEvent, 'type' | 'paste'>): UserEvent['type'] =>
  async (element, text, options) => {
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    const isPlain = text.length > 2 && !/[{[\]}\n]/.test(text)
    if (!isField || !isPlain || options) return user.type(element, text, options)
    await user.type(element, text.slice(0, 1))
    await user.paste(text.slice(1))
  }
