import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.layer.css'
import './theme.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchInstallOffer } from '../installed/install-offer.ts'
import { UpdateNotice } from '../installed/update-notice.tsx'
import { preloadScreens } from './preload-screens.ts'
import { Providers } from './providers.tsx'
import { createAppRouter } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')

watchInstallOffer()
const router = createAppRouter()
preloadScreens(router)

createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
      <UpdateNotice />
    </Providers>
  </StrictMode>,
)
