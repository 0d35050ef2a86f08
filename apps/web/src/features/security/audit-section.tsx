import { SimpleGrid } from '@mantine/core'
import { ChainCheck } from './chain-check.tsx'
import { RlsAudit } from './rls-audit.tsx'

export function AuditSection({ onShowEvent }: { onShowEvent: (number: number) => void }) {
  return (
    <SimpleGrid
      minColWidth="min(100%, 380px)"
      autoFlow="auto-fit"
      spacing="var(--m-gap)"
      style={{ alignItems: 'start' }}
    >
      <RlsAudit />
      <ChainCheck onShowEvent={onShowEvent} />
    </SimpleGrid>
  )
}
