// What every client does in every era over every transport: list everything, call everything,
// and compare with values worked out by hand from the fixtures.

import assert from 'node:assert/strict';

import { Ajv2020 } from 'ajv/dist/2020.js';

import { MANY_FROM, MANY_TO } from './server.mjs';

const TOOLS = [
  'get_sleep',
  'get_heart_rate',
  'get_readiness',
  'get_activity',
  'get_health_metrics',
  'get_workouts',
  'get_report_data',
  'log_reading',
  'delete_reading',
  'list_metrics',
  'get_metric_series',
  'get_streaks',
  'get_day',
  'compare_periods',
  'get_coverage',
  'get_recovery_context',
  'get_recovery',
  'get_strain',
  'get_day_overlay',
  'correlate_day_night',
  'get_sync_status',
  'sync_now',
  'log_entry',
];
// Listed where all groups of tools are: on stdio, and not over HTTP unless the address says so.
const TRENDS = [
  'get_health_summary',
  'get_hrv_trend',
  'query_metric',
  'get_daily_snapshot',
  'get_long_term_trend',
  'get_coaching_brief',
  'search_records',
  'get_metric_stats',
];
// The report's tool has none on purpose: it serves a page, not a chat.
const PROMPTS = [
  'get_sleep',
  'get_heart_rate',
  'get_readiness',
  'get_activity',
  'get_health_metrics',
  'get_workouts',
  'log_reading',
  'delete_reading',
];
const REVISIONS = { modern: '2026-07-28', legacy: '2025-11-25' };

const DAY = { start_date: '2026-09-14', end_date: '2026-09-14' };
const WEEK = { start_date: '2026-09-08', end_date: '2026-09-14' };

export async function runScenario(session, tally, { era, run, transport }) {
  const listsTrends = transport === 'stdio';
  const schemas = new Map();
  const called = new Set();
  const ajv = new Ajv2020({ strict: false });

  /** Calls a tool and checks what holds for every answer. */
  const call = async (tool, args) => {
    called.add(tool);
    const result = await session.callTool(tool, args);
    const texts = result.content.filter((block) => block.type === 'text');
    assert.equal(texts.length, 1, 'an answer has one text block');
    return { ...result, text: texts[0].text };
  };
  const answer = async (tool, args) => {
    const result = await call(tool, args);
    assert.ok(!result.isError, `${tool} failed: ${result.text}`);
    const matches = ajv.compile(schemas.get(tool));
    assert.ok(matches(result.structuredContent), JSON.stringify(matches.errors));
    if (!result.structuredContent.truncated) {
      assert.deepEqual(JSON.parse(result.text), result.structuredContent);
    }
    return result.structuredContent;
  };
  const refusal = async (tool, args) => {
    const result = await call(tool, args);
    assert.equal(result.isError, true);
    const { error } = JSON.parse(result.text);
    assert.match(error.code, /^[a-z_]+$/);
    assert.ok(error.message.length > 0);
    return error;
  };
  const oneDay = async (metric, date = DAY) => {
    const { days } = await answer('get_health_metrics', { metric, ...date });
    return days[0] ?? {};
  };

  await tally.check('the agreed revision', () => {
    if (session.revision !== undefined) assert.equal(session.revision, REVISIONS[era]);
  });

  await tally.check('tools are listed with schemas and annotations', async () => {
    const tools = await session.listTools();
    const expected = listsTrends ? [...TOOLS, ...TRENDS] : TOOLS;
    assert.deepEqual(tools.map((tool) => tool.name).sort(), [...expected].sort());
    for (const tool of tools) {
      assert.equal(tool.inputSchema.type, 'object', tool.name);
      assert.equal(tool.annotations.readOnlyHint, /^(get|list|correlate|compare|query|search)_/.test(tool.name), tool.name);
      assert.equal(tool.annotations.openWorldHint, tool.name === 'sync_now', tool.name);
      schemas.set(tool.name, tool.outputSchema);
    }
  });

  await tally.check('prompts are listed, and one answers with the record', async () => {
    const prompts = await session.listPrompts();
    assert.deepEqual(prompts.map((prompt) => prompt.name).sort(), [...PROMPTS].sort());
    const filled = await session.getPrompt('get_health_metrics', {
      metric: 'blood pressure',
      range: DAY.start_date,
    });
    assert.match(filled.messages[0].content.text, /121/);
  });

  await tally.check('get_health_metrics: units, net carbs and warnings', async () => {
    const { range, timezone, days, dataThrough } = await answer('get_health_metrics', {
      metric: 'all',
      ...DAY,
    });
    assert.deepEqual(range, { start: DAY.start_date, end: DAY.end_date });
    assert.equal(timezone, 'Europe/Berlin');
    assert.equal(dataThrough, '2026-09-14');
    const [day] = days;
    assert.deepEqual(day.weight, [
      { time: '07:11', value: 163.9, unit: 'lb', source: 'Scale App' },
    ]);
    assert.deepEqual(
      day.bp.map((it) => [it.time, it.systolic, it.diastolic, it.unit]),
      [['07:20', 121, 78, 'mmHg']],
    );
    // 5.2, 7.1 and 5.6 mmol/L, times 18.016
    assert.deepEqual(day.glucose.map((it) => it.value), [93.7, 127.9, 100.9]);
    // 40 + 12.5 + 12.5 g, of which 6 g fiber belong to the same second and app; 3 g do not
    assert.deepEqual([day.carbs_g, day.total_carbs_g, day.fiber_g], [59, 65, 9]);
    assert.equal(day.warnings.length, 1);
  });

  await tally.check('get_workouts: both export versions', async () => {
    const { workouts } = await answer('get_workouts', WEEK);
    assert.deepEqual(
      workouts.map((it) => [it.date, it.start, it.type, it.duration_min, it.active_kcal]),
      [
        ['2026-09-12', '08:02', 'Walking', 19.2, 92],
        ['2026-09-13', '17:30', 'Outdoor Run', 31.5, 300],
        ['2026-09-14', '06:40', 'Schwimmbad_Schwimmen', 32, 260],
        ['2026-09-14', '18:00', 'Traditional Strength Training', 45, 210],
      ],
    );
    assert.deepEqual([workouts[1].avg_hr_bpm, workouts[1].max_hr_bpm], [151, 172]);
    assert.ok(!('avg_hr_bpm' in workouts[2]), 'no heart rate was recorded in the pool');
  });

  await tally.check('get_report_data: sections are what the tools return', async () => {
    const report = await answer('get_report_data', WEEK);
    const health = await answer('get_health_metrics', { metric: 'all', ...WEEK });
    const workouts = await answer('get_workouts', WEEK);
    assert.deepEqual(report.health, health);
    assert.deepEqual(report.workouts, workouts);
    assert.deepEqual(report.sleep, await answer('get_sleep', WEEK));
  });

  await tally.check('list_metrics: what was recorded, and what never was', async () => {
    const { metrics, neverRecorded, ...rest } = await answer('list_metrics', {});
    assert.ok(!('dataThrough' in rest), 'a catalog is about no day');
    const weight = metrics.find((it) => it.key === 'weight');
    assert.deepEqual(
      [weight.unit, weight.recorded, weight.firstDay, weight.lastDay],
      ['lb', true, '2026-09-14', '2026-09-14'],
    );
    assert.ok(neverRecorded.includes('waist'));
    const found = await answer('list_metrics', { query: 'blood glucose' });
    assert.ok(found.metrics.some((it) => it.key === 'glucose' && it.firstDay === MANY_FROM));
  });

  await tally.check('get_metric_series: daily values and statistics', async () => {
    const glucose = await answer('get_metric_series', { metric: 'blood_glucose', ...WEEK });
    assert.equal(glucose.metric, 'glucose');
    // (93.7 + 127.9 + 100.9) / 3
    assert.deepEqual(glucose.points, [{ date: '2026-09-14', value: 107.5 }]);
    assert.deepEqual([glucose.stats.n, glucose.stats.last], [1, 107.5]);
    assert.deepEqual(glucose.coverage, {
      firstDay: MANY_FROM,
      lastDay: '2026-09-14',
      daysWithData: 1,
      daysInRange: 7,
    });
    assert.equal(glucose.dataThrough, '2026-09-14');
    const carbs = await answer('get_metric_series', { metric: 'carbs', ...DAY });
    assert.deepEqual(carbs.points, [{ date: '2026-09-14', value: 59 }]);
    const waist = await answer('get_metric_series', { metric: 'waist', days: 365 });
    assert.equal(waist.found, false);
    assert.match(waist.notes[0], /never recorded/);
  });

  await tally.check('get_day: every metric of a day, and its workouts', async () => {
    const day = await answer('get_day', { date: DAY.start_date });
    const measured = day.groups.flatMap((group) => group.metrics);
    const value = (key) => measured.find((it) => it.key === key)?.value;
    assert.deepEqual(
      ['weight', 'bp', 'glucose', 'carbs', 'fiber', 'sleep_total'].map(value),
      [163.9, 121, 107.5, 59, 9, 7],
    );
    assert.equal(measured.find((it) => it.key === 'bp').diastolic, 78);
    assert.equal(value('waist'), undefined);
    // 612 on the watch and 598 on the phone, over the same minutes
    assert.equal(value('step_count'), 612);
    assert.equal(day.workouts.length, 2);
    assert.equal(day.dataThrough, DAY.start_date);
  });

  await tally.check('get_coverage: days with data, gaps, and what never was', async () => {
    const { metrics } = await answer('get_coverage', { metrics: ['weight', 'waist'], ...WEEK });
    assert.deepEqual(
      metrics.map((it) => [it.key, it.state, it.daysWithData]),
      [
        ['weight', 'present', 1],
        ['waist', 'never_recorded', 0],
      ],
    );
    assert.deepEqual(metrics[0].gaps, [{ start: '2026-09-08', end: '2026-09-13', days: 6 }]);
  });

  await tally.check('compare_periods: by the names of either kind', async () => {
    const periods = { a_start: MANY_FROM, a_end: MANY_TO, b_start: WEEK.start_date, b_end: WEEK.end_date };
    const short = await answer('compare_periods', { metric: 'glucose', ...periods });
    assert.deepEqual([short.period_a.n, short.period_b.n, short.period_b.mean], [5, 1, 107.5]);
    assert.equal(short.comparison.verdict, 'too_few_days');
    const long = await answer('compare_periods', {
      metric_type: 'HKQuantityTypeIdentifierBloodGlucose',
      ...Object.fromEntries(Object.entries(periods).map(([name, day]) => [`period_${name}`, day])),
    });
    assert.deepEqual(long, short);
    const inverted = { ...periods, a_end: '2026-07-01' };
    assert.match((await refusal('compare_periods', { metric: 'glucose', ...inverted })).message, /a_start/);
  });

  await tally.check('get_streaks: days one after the other', async () => {
    const { streaks } = await answer('get_streaks', { metric: 'glucose', threshold: 100 });
    assert.deepEqual(streaks[0].longest, { days: 5, start: MANY_FROM, end: MANY_TO });
    assert.equal(streaks[0].daysMet, 6);
    assert.equal(streaks[0].current, undefined);
  });

  if (listsTrends) {
    await tally.check('query_metric and get_long_term_trend: years of a metric', async () => {
      const metric = { metric_type: 'blood_glucose' };
      const queried = await answer('query_metric', { ...metric, days: 1825 });
      assert.equal(queried.granularity, 'daily');
      assert.equal(queried.count, 1_003);
      const last = queried.daily.at(-1);
      assert.deepEqual([last.date, last.avg, last.count], ['2026-09-14', 107.5, 3]);
      const { summary, raw } = queried.tier.days_served_by;
      assert.equal(summary + raw, 6);
      const trend = await answer('get_long_term_trend', { ...metric, months: 120 });
      assert.deepEqual(trend.monthly_trend.map((it) => [it.month, it.days_with_data]), [
        ['2026-08', 5],
        ['2026-09', 1],
      ]);
    });

    await tally.check('get_metric_stats and search_records: days and their spread', async () => {
      const stats = await answer('get_metric_stats', { metric_type: 'weight', days: 1825 });
      assert.deepEqual([stats.data_points, stats.mean, stats.percentiles.p50], [1, 163.9, 163.9]);
      const days = { metric_type: 'step_count', days: 1825, min_value: 600 };
      const { results, days_matched: matched } = await answer('search_records', days);
      assert.deepEqual([matched, results[0].date, results[0].value], [1, '2026-09-14', 612]);
      const clamped = await answer('search_records', { ...days, days: 9_999 });
      assert.match(clamped.notes[0], /1825 is used/);
    });

    await tally.check('overviews of trends', async () => {
      const hrv = await answer('get_hrv_trend', { days: 1825 });
      assert.deepEqual([hrv.metric, hrv.days_with_data, hrv.trend_vs_prior_week], ['hrv_sdnn', 1, null]);
      const summary = await answer('get_health_summary', { days: 1825 });
      assert.equal(summary.steps.total, 612);
      const day = await answer('get_daily_snapshot', { date: DAY.start_date });
      assert.deepEqual([day.highlights.steps, day.highlights.weight_kg], [612, 74.34]);
      const brief = await answer('get_coaching_brief', {});
      assert.match(brief.data_status.status, /^(fresh|stale)$/);
    });
  }

  await tally.check('get_sync_status and sync_now without a connected source', async () => {
    const status = await answer('get_sync_status', {});
    assert.ok(status.sources.every((it) => it.state === 'not_connected'));
    const synced = await answer('sync_now', {});
    assert.deepEqual(synced.sources, []);
    assert.equal(synced.notes.length, 1);
    const { code } = await refusal('sync_now', { source: 'oura' });
    assert.equal(code, 'not_available');
  });

  await tally.check('tools about sources that were never connected', async () => {
    const dates = { date: DAY.start_date };
    const asked = {
      get_heart_rate: WEEK,
      get_readiness: WEEK,
      get_activity: WEEK,
      get_recovery: WEEK,
      get_strain: WEEK,
      get_day_overlay: WEEK,
      get_recovery_context: dates,
      correlate_day_night: { cause: 'carbs', effect: 'sleep_total' },
    };
    for (const [tool, args] of Object.entries(asked)) {
      const result = await call(tool, args);
      if (result.isError) assert.notEqual((await refusal(tool, args)).advice ?? '', '', tool);
      else await answer(tool, args);
    }
  });

  await tally.check('log_entry keeps a name of the person\'s own', async () => {
    const entry = { name: 'coffee_cups', date: '2026-09-20', unit: 'cups', combine: 'sum' };
    const { stored, day } = await answer('log_entry', { ...entry, value: run });
    assert.deepEqual([stored.name, stored.value, day.value], ['coffee_cups', run, run]);
    const fixed = await refusal('log_entry', { ...entry, value: 1, combine: 'mean' });
    assert.match(fixed.message, /combine|coffee_cups/);
  });

  await tally.check('log_reading, then delete_reading', async () => {
    const date = { start_date: '2026-09-20', end_date: '2026-09-20' };
    const minute = String(run).padStart(2, '0');
    const { stored } = await answer('log_reading', {
      metric: 'ketones',
      value: 1.2,
      unit: 'mmol/L',
      timestamp: `2026-09-20T07:${minute}`,
      context: 'fasting',
    });
    assert.deepEqual(
      [stored.date, stored.time, stored.value, stored.context, stored.source],
      ['2026-09-20', `07:${minute}`, 1.2, 'fasting', 'claude-log'],
    );
    const logged = (await oneDay('ketones', date)).ketones;
    assert.ok(logged.some((it) => it.timestamp === stored.timestamp));
    const { deleted } = await answer('delete_reading', {
      metric: 'ketones',
      timestamp: stored.timestamp,
    });
    assert.equal(deleted.timestamp, stored.timestamp);
    const left = (await oneDay('ketones', date)).ketones ?? [];
    assert.ok(!left.some((it) => it.timestamp === stored.timestamp));
  });

  await tally.check('delete_reading removes a pushed reading, and undo restores it', async () => {
    const reading = { metric: 'bp', timestamp: '2026-09-14T07:20' };
    const { removed } = await answer('delete_reading', reading);
    assert.equal(removed.metric, 'bp');
    assert.equal((await oneDay('bp')).bp, undefined);
    const { restored } = await answer('delete_reading', { ...reading, undo: true });
    assert.equal(restored.metric, 'bp');
    assert.equal((await oneDay('bp')).bp[0].systolic, 121);
  });

  await tally.check('delete_reading removes a workout, and undo restores it', async () => {
    const workout = { metric: 'workout', timestamp: '2026-09-13T17:30' };
    await answer('delete_reading', workout);
    assert.equal((await answer('get_workouts', WEEK)).workouts.length, 3);
    await answer('delete_reading', { ...workout, undo: true });
    assert.equal((await answer('get_workouts', WEEK)).workouts.length, 4);
  });

  await tally.check('a refusal names what is wrong', async () => {
    const unit = { metric: 'glucose', value: 5.5, unit: 'mmol/L' };
    assert.match((await refusal('log_reading', unit)).message, /mg\/dL/);
    const long = { metric: 'all', start_date: '2026-01-01', end_date: '2026-09-14' };
    assert.match((await refusal('get_health_metrics', long)).message, /92/);
    const near = await refusal('get_metric_series', { metric: 'resting_hart_rate' });
    assert.match(near.advice, /resting_heart_rate/);
    const missing = await refusal('get_health_metrics', { metric: 'happiness' });
    assert.match(missing.message, /metric/);
  });

  await tally.check('an unknown tool is a protocol error', async () => {
    await assert.rejects(session.callTool('get_horoscope', {}));
  });

  await tally.check('an answer that is too long says how much of it is shown', async () => {
    const args = { metric: 'glucose', start_date: MANY_FROM, end_date: MANY_TO };
    const result = await call('get_health_metrics', args);
    assert.match(result.text, /\[TRUNCATED: [^\]]+\]$/);
    const content = await answer('get_health_metrics', args);
    assert.equal(content.truncated, true);
    assert.ok(content.shown_chars < content.total_chars);
    assert.ok(content.hint.length > 0);
  });

  await tally.check('every listed tool was called', () => {
    assert.deepEqual([...called].sort(), [...schemas.keys()].sort());
  });
}
