/** The token of an `authorization: Bearer …` header; undefined when there is none, or one longer than any of ours. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer (\S{1,512})$/i.exec(authorization ?? '')?.[1]
