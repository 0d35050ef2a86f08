type Sources = {
  /** Returns the file from any cache of the app, from any version. */
  cached: () => Promise<Response | undefined>
  fetch: () => Promise<Response>
}

/**
 * Serves a script or style from another version: the page came with that version, whose worker is installed but waits. Both
 * versions share one cache, and each name stands for the same content, so the cached file is correct even without a network.
 */
export async function serveAsset({ cached, fetch }: Sources): Promise<Response> {
  return (await cached()) ?? fetch()
}
