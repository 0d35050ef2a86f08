const markedSelector = '[aria-invalid="true"], [data-marked]'

/**
 * Focuses the first invalid field of a form once the errors are rendered. `field` is the first invalid field in the order of the
 * rules and is found by its `data-field`. Without it, the first field marked as invalid is focused.
 */
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
