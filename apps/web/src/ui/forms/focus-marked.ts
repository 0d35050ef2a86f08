const marked = '[aria-invalid="true"], [data-marked]'

/**
 * Focuses the first invalid field of a form once the errors are rendered. `field` is the first one in the order of the rules and is
 * found by its `data-field`; without it, the first field marked as invalid is focused.
 */
export function focusMarked(form: EventTarget | null | undefined, field?: string): void {
  if (!(form instanceof HTMLElement)) return
  setTimeout(() => {
    const part = field === undefined ? null : form.querySelector<HTMLElement>(`[data-field="${field}"]`)
    const first = part?.querySelector<HTMLElement>(marked) ?? form.querySelector<HTMLElement>(marked)
    first?.focus()
  })
}
