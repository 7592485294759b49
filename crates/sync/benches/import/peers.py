"""Runs one peer on an export and prints, as JSON, what it took.

    python peers.py NAME EXPORT FOLDER
"""

import json
import resource
import sys
import time
from pathlib import Path


def healthkit_to_sqlite(export, folder):
    from healthkit_to_sqlite import cli

    database = str(folder / "health.db")
    cli.cli.main([str(export), database, "--xml", "--silent"], standalone_mode=False)


def apple_health_mcp_server(export, folder):
    from apple_health_mcp.importers.orchestrator import run_import

    unpacked = folder / "apple_health_export"
    unpacked.mkdir()
    (unpacked / "export.xml").symlink_to(export)
    run_import(unpacked, folder / "health.duckdb")


PEERS = {
    "healthkit-to-sqlite": healthkit_to_sqlite,
    "apple-health-mcp-server": apple_health_mcp_server,
}

name, export, folder = sys.argv[1:]
begun = time.monotonic()
PEERS[name](Path(export), Path(folder))
elapsed = time.monotonic() - begun
used = resource.getrusage(resource.RUSAGE_SELF)
print(
    json.dumps(
        {
            "elapsed_s": elapsed,
            "processor_s": used.ru_utime + used.ru_stime,
            "peak_mb": used.ru_maxrss * 1024 / 1e6,
        }
    )
)
