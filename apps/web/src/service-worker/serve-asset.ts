type Sources = {
  /** Returns the file from any cache of the app, from any version. */
  cached: () => Promise<Response | undefined>
  fetch: () => Promise<Response>
}

/**
 * Serves a script or style that belongs to another version: the page came with that version, whose worker is installed but waiting.
 * Both versions share one cache, and a file name identifies its content, so the cached file is correct even without a network.
 */
export async function serveAsset({ cached, fetch }: Sources): Promise<Response> {
  return (await cached()) ?? fetch()
}
