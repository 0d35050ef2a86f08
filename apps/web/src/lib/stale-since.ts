type Query = { readonly isError: boolean; readonly data: unknown; readonly dataUpdatedAt: number }

/** Returns the ISO instant of data that is still shown after a refetch failed; undefined if the data is fresh or missing. */
export function getStaleSince({ isError, data, dataUpdatedAt }: Query): string | undefined {
  return isError && data !== undefined ? new Date(dataUpdatedAt).toISOString() : undefined
}
