type Options = { replace?: boolean }
type Go<S> = (to: { search: S; replace?: boolean | undefined; resetScroll: boolean }) => unknown

/**
 * How a page with a list changes what the address says of it. `opened` is the field of what is open beside the list: it comes
 * and goes beside the place in the list, while another search begins at the top.
 */
export const changeSearch =
  <S extends object>(go: Go<S>, search: S, opened: keyof S) =>
  (changes: S, options?: Options): void =>
    void go({
      search: { ...search, ...changes },
      replace: options?.replace,
      resetScroll: !(opened in changes),
    })
