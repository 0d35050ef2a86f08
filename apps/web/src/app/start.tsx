import '@fontsource-variable/inter/wght.css'
import '../ui/styles/mantine-first.css'
import './theme.css'
import '../ui/styles/shared.css'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, type ReactNode, StrictMode, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { watchInstallOffer } from '../installed/install-offer.ts'
import { UpdateNotice } from '../installed/update-notice.tsx'
import { chooseServer, isServerChosen } from '../lib/server-address.ts'
import { preloadScreens } from './preload-screens.ts'
import { Providers } from './providers.tsx'
import { createAppRouter } from './router.tsx'

type Options = {
  /** True in the native app, which has no server until one is chosen. */
  asksForServer?: boolean
}

const ChooseServerScreen = lazy(async () => ({
  default: (await import('../features/server/public.ts')).ChooseServerScreen,
}))

/** Renders the app into the page. Call it once. */
export function startApp({ asksForServer = false }: Options = {}) {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id root')
  watchInstallOffer()
  const router = createAppRouter()
  preloadScreens(router)
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <ServerGate asks={asksForServer}>
          <RouterProvider router={router} />
          <UpdateNotice />
        </ServerGate>
      </Providers>
    </StrictMode>,
  )
}

function ServerGate({ asks, children }: { asks: boolean; children: ReactNode }) {
  const [isChosen, setIsChosen] = useState(() => !asks || isServerChosen())
  if (isChosen) return children
  return (
    <Suspense>
      <ChooseServerScreen
        onChosen={origin => {
          chooseServer(origin)
          setIsChosen(true)
        }}
      />
    </Suspense>
  )
}
