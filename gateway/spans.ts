import { type Attributes, INVALID_SPAN_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

export { SpanKind }

/** Stands in for a span where none are collected; it keeps nothing. */
const noSpan = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)
let isCollecting = false

/** Called by what sends spans away, when it begins and when it ends. */
export function collectSpans(on: boolean): void {
  isCollecting = on
}

/**
 * Work as a span of a trace; where no collector is configured (`monitoring/traces.ts`), nothing but the work. A span says
 * the question, who was asked and for how long: no amount, key, address, hash or text of an error may be given to it.
 */
export function spanned<T>(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  if (!isCollecting) return work(noSpan)
  return trace.getTracer('sotto').startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      // The message of an error may carry an amount or the URL of a node; its class does not.
      span.setAttribute('error.type', error instanceof Error ? error.constructor.name : typeof error)
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Of an answer that the gateway itself is to blame for. */
export function failed(span: Span): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
}
