/** Undefined if there is none, or it is longer than any token of ours. */
export const parseBearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer (\S{1,512})$/i.exec(authorization ?? '')?.[1]
