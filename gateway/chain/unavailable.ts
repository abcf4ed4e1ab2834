import { ChainUnavailable } from './port.ts'

/** A node has dropped that part of its history. Asked again it answers no better: another one has to be named. */
export class HistoryDropped extends ChainUnavailable {
  override name = 'HistoryDropped'
}

/** A call has asked so much that it ends before its search does. The next call goes on there, in the same process. */
export class SearchUnfinished extends ChainUnavailable {
  override name = 'SearchUnfinished'
}
