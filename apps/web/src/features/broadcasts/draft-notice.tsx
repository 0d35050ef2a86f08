import { t } from '@lingui/core/macro'
import { DraftNotice, FormNotice } from '../../ui/forms/draft-notice.tsx'

type Props = { restored: { file: string } | undefined; onDiscard: () => void }

/** Tells the user that the form was restored from a draft, and which file to choose again. */
export function BroadcastDraftNotice({ restored, onDiscard }: Props) {
  const file = restored?.file
  return (
    <DraftNotice isRestored={restored !== undefined} onDiscard={onDiscard}>
      {file ? t`Continue where you left off. Choose the file “${file}” again.` : undefined}
    </DraftNotice>
  )
}

/** Offers the draft of the selected zone if the form already contains text from another zone. */
export const OtherDraftNotice = ({ onOpen }: { onOpen: () => void }) => (
  <FormNotice title={t`This zone has another draft`} act={t`Open that draft`} onAct={onOpen}>
    {t`It’s kept until you open it. Your text here is kept too.`}
  </FormNotice>
)
