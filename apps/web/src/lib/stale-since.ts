type Query = { readonly isError: boolean; readonly data: unknown; readonly dataUpdatedAt: number }

/** ISO instant of the data that is still shown after a reload failed; undefined when it is fresh, or there is none. */
export function staleSince({ isError, data, dataUpdatedAt }: Query): string | undefined {
  return isError && data !== undefined ? new Date(dataUpdatedAt).toISOString() : undefined
}
