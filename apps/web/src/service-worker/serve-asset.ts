type Parts = {
  /** The file in any cache of the app, whichever version put it there. */
  cached: () => Promise<Response | undefined>
  fetch: () => Promise<Response>
}

/**
 * A script or style that is none of this version's: the page came with another version, whose worker has installed and waits. Both keep
 * their files in one cache, and a name stands for one content, so the cached file is the right one also without a network.
 */
export async function serveAsset({ cached, fetch }: Parts): Promise<Response> {
  return (await cached()) ?? fetch()
}
