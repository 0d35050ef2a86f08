import { i18n } from '@lingui/core'
import { sourceLanguage } from '@muster/domain/language.ts'

// The worker shows only texts of the server; modules that it shares with the app still need a language when they load.
i18n.loadAndActivate({ locale: sourceLanguage, messages: {} })
