const marked = '[aria-invalid="true"], [data-marked]'

/**
 * Gives the focus to what is marked as wrong in a form, once the marks are drawn. `field` is the first by the rules: its part of the
 * form carries it as `data-field`; without it, the first that is marked.
 */
export function focusMarked(form: EventTarget | null | undefined, field?: string): void {
  if (!(form instanceof HTMLElement)) return
  setTimeout(() => {
    const part = field === undefined ? null : form.querySelector<HTMLElement>(`[data-field="${field}"]`)
    const first = part?.querySelector<HTMLElement>(marked) ?? form.querySelector<HTMLElement>(marked)
    first?.focus()
  })
}
