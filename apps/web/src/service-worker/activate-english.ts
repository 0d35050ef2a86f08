import { i18n } from '@lingui/core'
import { sourceLanguage } from '@muster/domain/language.ts'

// The worker shows only texts from the server, but the modules that it shares with the app need a language when they load.
i18n.loadAndActivate({ locale: sourceLanguage, messages: {} })
