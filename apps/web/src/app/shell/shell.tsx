import { t } from '@lingui/core/macro'
import { Drawer } from '@mantine/core'
import { useHotkeys, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { HelpBars, QuestionBars } from '../../features/broadcasts/public.ts'
import { AskConsent } from '../../features/consents/ask-consent.tsx'
import { AllClears, CaptainBar, EmergencyBars } from '../../features/emergencies/public.ts'
import { SharingBars } from '../../features/sharing/sharing-bars.tsx'
import { InstallHint } from '../../features/this-app/public.ts'
import { TwoStepReminder } from '../../features/two-step/two-step-reminder.tsx'
import { WaitingBar } from '../../features/waiting/public.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { Button } from '../../ui/button.tsx'
import { useBackCloses } from '../../ui/dialogs/use-back-closes.ts'
import { HeaderTitle } from '../../ui/layout/header-title.ts'
import { mobileBreakpointPx } from '../../ui/layout/use-screen.ts'
import { LiveScope } from '../../ui/live/live-scope.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { CommandPalette } from './command-palette.tsx'
import { Header } from './header.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { useTitle } from './use-title.ts'

export function Shell({ children }: { children: ReactNode }) {
  const isCompact = useIsCompact()
  const title = useTitle()
  const { availableZones } = useSelectedZone()
  const [isOverlayOpen, setIsOverlayOpen] = useState(false)
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  const [isExpanded, setIsExpanded] = useLocalStorage({
    key: 'muster.sidebar',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  useBackCloses(isCompact && isOverlayOpen, () => setIsOverlayOpen(false))
  const toggleSidebar = () => (isCompact ? setIsOverlayOpen(open => !open) : setIsExpanded(open => !open))
  // Also active in fields, where neither shortcut types anything.
  useHotkeys(
    [
      ['mod+b', toggleSidebar],
      ['mod+k', () => setIsPaletteOpen(open => !open)],
    ],
    [],
  )

  return (
    <div
      className={classes.shell}
      data-compact={isCompact || undefined}
      data-expanded={isExpanded || undefined}
    >
      <button type="button" className={classes.skip} data-no-print onClick={skipToContent}>
        {t`Skip to content`}
      </button>
      {isCompact ? (
        <Drawer.Root opened={isOverlayOpen} onClose={() => setIsOverlayOpen(false)} size={280} padding={0}>
          <Drawer.Overlay />
          <Drawer.Content aria-label={t`Menu`}>
            <Drawer.Body className={classes.overlayBody}>
              <Button
                variant="default"
                m="sm"
                mb={0}
                flex="none"
                icon={IconSearch}
                onClick={() => {
                  setIsOverlayOpen(false)
                  setIsPaletteOpen(true)
                }}
              >
                {t`Search`}
              </Button>
              <Sidebar collapsed={false} onDone={() => setIsOverlayOpen(false)} />
            </Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      ) : (
        <aside className={classes.side} data-no-print>
          <Sidebar collapsed={!isExpanded} onDone={doNothing} />
        </aside>
      )}
      <div className={classes.column}>
        <Header
          title={title}
          compact={isCompact}
          menuOpen={isCompact ? isOverlayOpen : isExpanded}
          showZone={availableZones.length > 0 && (isCompact || !isExpanded)}
          onToggle={toggleSidebar}
          onSearch={() => setIsPaletteOpen(true)}
        />
        <EmergencyBars />
        <CaptainBar />
        <HelpBars />
        <QuestionBars />
        <AllClears />
        <WaitingBar />
        <TwoStepReminder />
        <AskConsent />
        <SharingBars />
        <InstallHint />
        <LiveScope as="main" id="content" className={classes.main} tabIndex={-1}>
          <HeaderTitle value={title}>{children}</HeaderTitle>
        </LiveScope>
      </div>
      <BottomBar />
      <CommandPalette
        opened={isPaletteOpen}
        onClose={() => setIsPaletteOpen(false)}
        onToggleSidebar={toggleSidebar}
      />
    </div>
  )
}

/** Always the same function, so that the menu items need not render again. */
const doNothing = () => undefined

/** Moves the focus to the content. Called by a button instead of a link, because the hash of the URL belongs to the router. */
function skipToContent() {
  document.getElementById('content')?.focus()
}

/** The specification's "mobile": narrower than 1024 px, or a touch-capable device. The sidebar is then an overlay. */
function useIsCompact(): boolean {
  const isNarrow = useMediaQuery(`(max-width: ${mobileBreakpointPx - 0.02}px)`, false, {
    getInitialValueInEffect: false,
  })
  return isNarrow || navigator.maxTouchPoints > 0
}
