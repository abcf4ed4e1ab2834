import type { Catalogue } from '../catalogue.ts'
import { verbWords } from './payments/verbs.ts'

export const noticeWords = {
  ...verbWords,
  settled: 'Zahlung abgeschlossen',
  failed: 'Zahlung fehlgeschlagen: In Sotto sehen Sie, warum',
  refused: 'Zahlung abgelehnt: Es wurde nichts gesendet',
  of: '{what}: {amount}',
  one: 'Zahlung eingegangen',
  several: 'Zahlungen eingegangen',
  waits: 'Zahlung wartet auf Freigabe',
  wait: 'Zahlungen warten auf Freigabe',
  seeIt: 'Öffnen Sie Sotto, um sie zu sehen.',
  seeThem: 'Öffnen Sie Sotto, um sie zu sehen.',
  from: '{what} von {payer}',
} satisfies Catalogue['noticeWords']
