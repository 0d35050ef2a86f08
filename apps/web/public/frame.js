// Runs before the app is there. Sets the appearance and the direction of writing that the person chose, and whether the shell will
// stand around the page. Requests what the page needs in parallel with the app instead of after it.
{
  const root = document.documentElement
  const chosen = localStorage.getItem('muster.appearance')
  if (chosen === 'light' || chosen === 'dark') root.dataset.mantineColorScheme = chosen

  const language = localStorage.getItem('muster.language') ?? localStorage.getItem('muster.device-language')
  if (language === 'ar') root.dir = 'rtl'

  const kept = localStorage.getItem('muster.session')
  if (kept) root.dataset.signedIn = ''

  const readToken = () => {
    try {
      return JSON.parse(kept)?.token
    } catch {
      return undefined
    }
  }

  // The app takes these answers over as those to its own first calls (src/lib/early-reads.ts). A cached app may run before this
  // script; it then sends these requests itself.
  const ask = (name, token) => {
    const answer = fetch(`/rpc/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
      // As long as the app waits for its own calls (src/lib/fetch-with-timeout.ts).
      signal: AbortSignal.timeout?.(60_000),
    })
    answer.catch(() => undefined)
    return [name, answer]
  }

  // The build writes which chunks belong to which address (build/chunks-ahead.ts).
  const fetchChunks = pages => {
    const chunks = JSON.parse(document.currentScript?.dataset.chunks ?? '{"pages":{}}')
    for (const index of pages.flatMap(page => chunks.pages[page] ?? [])) {
      const file = chunks.files[index]
      const link = document.createElement('link')
      if (file.endsWith('.css')) {
        link.rel = 'preload'
        link.as = 'style'
        // As Vite's link to the style sheet, or else it is fetched a second time.
        link.crossOrigin = ''
      } else {
        link.rel = 'modulepreload'
      }
      link.href = `/${file}`
      document.head.append(link)
    }
  }

  const page = location.hash.split(/[/?]/)[1] ?? ''
  const token = kept && readToken()
  if (token) {
    window.askedAhead ??= {
      token,
      at: performance.now(),
      answers: Object.fromEntries(['auth/me', 'zones/mine'].map(name => ask(name, token))),
    }
    fetchChunks(['in-shell', page])
  } else {
    // Other pages lead to the sign-in.
    fetchChunks([page === 'signup' ? page : 'login'])
  }
}
