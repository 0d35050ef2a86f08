/** The token of an `authorization: Bearer …` header; undefined when it is missing or longer than any of ours. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer (\S{1,512})$/i.exec(authorization ?? '')?.[1]
