//! Records: values of types.

mod category;
mod fields;
mod kept;
mod kinds;
mod pressure;
mod role;
mod symptom;

use std::{borrow::Cow, sync::Arc};

use vitalog_core::{Context, Metric, Quantity, metric::Identity};

use super::{
    Found, Item, Line, Skip,
    date::{When, Zones, placed, sent_date},
    item::element,
    lines::Stretches,
    xml::Node,
};
use crate::hae::{Bucket, Sample, SentDate};
use fields::{Fields, Said};
use kinds::Kinds;
use pressure::{Half, Pressures, Told};
use role::Role;

pub(super) use kept::unread;
pub(super) use kinds::source_name;

/// Reads records, and remembers what they have in common.
#[derive(Debug, Default)]
pub(super) struct Records {
    kinds: Kinds,
    zones: Zones,
    pub(super) stretches: Stretches,
    pub(super) pressures: Pressures,
}

/// A value as it was read, before the time and the source are added.
struct Value {
    metric: Metric,
    sent: Quantity,
    quantity: Quantity,
    unit: String,
    label: Option<String>,
    context: Option<Context>,
}

impl Records {
    /// Reads a record that begins at a place of the file.
    pub(super) fn read(&mut self, node: Node<'_>, position: u64) -> Item {
        let fields = Fields::of(node);
        let said = if node.has_children() {
            Said::of(node)
        } else {
            Said::default()
        };
        let mut lines = Vec::new();
        let found = match self.sample(node, &fields, &said, position, &mut lines) {
            Ok(found) => found,
            Err(skip) => {
                if skip != Skip::NotHappened {
                    let kind = &self.kinds.of(fields.type_name).name;
                    let at = fields.start().ok().map(|when| when.at);
                    lines.extend(unread(node, kind, at, &mut self.stretches));
                }
                Found::Skipped(skip)
            }
        };
        Item {
            element: Cow::Borrowed(element::RECORD),
            found,
            lines,
        }
    }

    fn sample(
        &mut self,
        node: Node<'_>,
        fields: &Fields<'_>,
        said: &Said<'_>,
        position: u64,
        lines: &mut Vec<Line>,
    ) -> Result<Found, Skip> {
        let kind = self.kinds.of(fields.type_name);
        if kind.role == Role::Unsupported {
            return Err(Skip::UnsupportedType);
        }
        let when = fields.start()?;
        let end = fields.end();
        if let Some(half) = Half::of(kind.role) {
            let told = self.half(half, node, fields, said, lines)?;
            return self.pressures.add(told, position);
        }
        let value = category::value(kind, fields, said, when.at, end)?;
        let (source, line) = kind.maker(
            fields,
            said.zone.unwrap_or_default(),
            when.at,
            &mut self.stretches,
        );
        lines.extend(line);
        if said.is_more || fields.has_others {
            let number =
                (value.metric.row().identity == Identity::Fact).then(|| value.quantity.first());
            let row = kept::Row {
                at: when.at,
                end,
                source: &source,
                number,
            };
            lines.extend(kept::beside(node, &kind.name, &row, &mut self.stretches));
        }
        Ok(Found::Sample(Sample {
            metric: value.metric,
            time: self.time(when, fields, said),
            until: end.filter(|end| *end > when.at),
            sent: value.sent,
            quantity: value.quantity,
            unit: Cow::Owned(value.unit),
            source: Cow::Owned(source),
            context: value.context,
            label: value.label,
            bucket: Bucket::Never,
            record: None,
        }))
    }

    /// Half of a blood pressure.
    fn half(
        &mut self,
        half: Half,
        node: Node<'_>,
        fields: &Fields<'_>,
        said: &Said<'_>,
        lines: &mut Vec<Line>,
    ) -> Result<Told, Skip> {
        let kind = self.kinds.of(fields.type_name);
        let when = fields.start()?;
        let unit = kind.unit(Metric::BloodPressure, fields.unit.unwrap_or_default());
        unit.conversion.ok_or(Skip::UnknownUnit)?;
        let unit = Arc::clone(&unit.text);
        let number = category::number(Metric::BloodPressure, fields.value)?;
        let zone = said.zone.unwrap_or_default();
        let (source, line) = kind.maker(fields, zone, when.at, &mut self.stretches);
        lines.extend(line);
        if said.is_more || fields.has_others {
            let row = kept::Row {
                at: when.at,
                end: None,
                source: &source,
                number: Some(number),
            };
            lines.extend(kept::beside(node, &kind.name, &row, &mut self.stretches));
        }
        Ok(Told {
            half,
            number,
            unit,
            source,
            time: self.time(when, fields, said),
        })
    }

    /// The blood pressure of a correlation, where it holds both halves.
    pub(super) fn pressure(&mut self, correlation: Node<'_>) -> Option<Result<Found, Skip>> {
        let mut halves = [None, None];
        for record in correlation
            .children()
            .filter(|child| child.name() == b"Record")
        {
            let fields = Fields::of(record);
            let half = Half::of(self.kinds.of(fields.type_name).role)?;
            let said = Said::of(record);
            // What stands beside it was told with the record itself.
            let told = self.half(half, record, &fields, &said, &mut Vec::new());
            halves[usize::from(half == Half::Diastolic)] = Some(told);
        }
        let [Some(systolic), Some(diastolic)] = halves else {
            return None;
        };
        Some(systolic.and_then(|systolic| self.pressures.tell(&systolic, &diastolic?)))
    }

    /// The time as kept: by the clock of the zone that the record names. Else as written, which is
    /// by the clock that the phone had when it wrote the export.
    fn time(&mut self, when: When, fields: &Fields<'_>, said: &Said<'_>) -> SentDate<'static> {
        let offset = said.zone.and_then(|zone| self.zones.offset(zone, when.at));
        match offset {
            Some(offset) if Some(offset) != when.offset => placed(when, offset),
            _ => sent_date(when, fields.start_text()),
        }
    }

    /// The zones met so far.
    pub(super) fn zones(&mut self) -> &mut Zones {
        &mut self.zones
    }
}
