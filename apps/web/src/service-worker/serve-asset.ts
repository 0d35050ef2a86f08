type Parts = {
  /** The file in any cache of the app, whichever version put it there. */
  kept: () => Promise<Response | undefined>
  fetch: () => Promise<Response>
}

/**
 * A script or style that is none of this version's: the page came with another version, whose worker has installed and waits. Both keep
 * their files in one cache, and a name stands for one content, so the kept file is the right one also without a network.
 */
export async function serveAsset({ kept, fetch }: Parts): Promise<Response> {
  return (await kept()) ?? fetch()
}
