/** The token of an `authorization: Bearer …` header; undefined when there is none, or it is longer than ours. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer (\S{1,512})$/i.exec(authorization ?? '')?.[1]
