const page = Object.assign(new EventTarget(), {
  location: { origin: 'http://muster.example', href: 'http://muster.example/', hash: '' },
  localStorage: createStorage(),
  sessionStorage: createStorage(),
})
const globals = {
  window: page,
  location: page.location,
  localStorage: page.localStorage,
  sessionStorage: page.sessionStorage,
}

function createStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

/** Removes the stand-in's globals again, because later test files in the same worker expect to run on a server. */
export function removeBrowser(): void {
  for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name)
}

// Modules of the web app access the page when loaded, so this module is imported before them.
Object.assign(globalThis, globals)
