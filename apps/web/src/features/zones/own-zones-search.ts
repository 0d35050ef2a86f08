/** `q`: search. `zone`: whose details are open. */
export type OwnZonesSearch = { q?: string | undefined; zone?: string | undefined }

export function ownZonesSearchOf({ q, zone }: Record<string, unknown>): OwnZonesSearch {
  return {
    q: typeof q === 'string' && q !== '' ? q : undefined,
    zone: typeof zone === 'string' ? zone : undefined,
  }
}
