const markedSelector = '[aria-invalid="true"], [data-marked]'

/** Waits until the errors are rendered. `field`: the first in the order of the rules, found by its `data-field`. */
export function focusFirstMarked(form: EventTarget | null | undefined, field?: string): void {
  if (!(form instanceof HTMLElement)) return
  setTimeout(() => {
    const fieldElement =
      field === undefined ? null : form.querySelector<HTMLElement>(`[data-field="${field}"]`)
    const firstMarked =
      fieldElement?.querySelector<HTMLElement>(markedSelector) ??
      form.querySelector<HTMLElement>(markedSelector)
    firstMarked?.focus()
  })
}
