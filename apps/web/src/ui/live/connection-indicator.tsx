import { t } from '@lingui/core/macro'
import { Box } from '@mantine/core'
import { type Icon, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { connectionStore } from '../../lib/connection-store.ts'
import { Tag } from '../badges/tag.tsx'
import classes from './connection-indicator.module.css'

/** Renders nothing while the feed is live. On phones only the icon is visible, and screen readers get the text. */
export function ConnectionIndicator() {
  const { state } = useSyncExternalStore(connectionStore.subscribe, connectionStore.get)
  return (
    <Box component="span" role="status" flex="none">
      {state === 'connecting' && <ConnectionTag icon={IconRefresh} words={t`Reconnecting…`} />}
      {state === 'offline' && <ConnectionTag icon={IconPlugConnectedX} words={t`Not live`} />}
    </Box>
  )
}

function ConnectionTag({ icon, words }: { icon: Icon; words: string }) {
  return (
    <span title={words}>
      <Tag tone="caution" icon={icon}>
        <span className={classes.words}>{words}</span>
      </Tag>
    </span>
  )
}
